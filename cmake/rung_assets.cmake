# Pinned wheels (third_party/wheels.lock) -> the build tree. tools/fetch_wheels.py downloads what the
# cache lacks, checks every hash, and links what the build and the binary need:
#   <build>/third_party/pjrt/pjrt_c_api.h      official PJRT header
#   <build>/lib/rung/plugins/*.so              PJRT plugins
#   <build>/share/rung/models/*.gguf           embedded default model
find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${CMAKE_SOURCE_DIR}/third_party/wheels.lock ${CMAKE_SOURCE_DIR}/tools/fetch_wheels.py)
execute_process(
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/fetch_wheels.py
          --link-into ${CMAKE_BINARY_DIR}
  RESULT_VARIABLE rung_fetch_result)
if(NOT rung_fetch_result EQUAL 0)
  message(FATAL_ERROR "tools/fetch_wheels.py failed; its message above says how to go on")
endif()
