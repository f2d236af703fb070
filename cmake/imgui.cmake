# Dear ImGui and its companions, compiled from the pinned imgui-bundle source distribution:
#   third_party_imgui       core, stack layout, GLFW and OpenGL 3 back ends (docking branch)
#   third_party_implot      ImPlot
#   third_party_texteditor  ImGuiColorTextEdit
#   third_party_pfd         portable-file-dialogs (one header)
# and with tests on, the same compiled with the test engine's hooks: each with the suffix
# _testable, and third_party_imgui_test_engine, which goes with those only.
set(external "${LANESCOPE_DEPS_DIR}/imgui-bundle/external")
if(NOT EXISTS "${external}/imgui/imgui/imgui.h")
  message(FATAL_ERROR
    "Dear ImGui is not under ${LANESCOPE_DEPS_DIR}. Run cmake/bootstrap.sh, or configure with "
    "-DLANESCOPE_GUI=OFF for the command line alone.")
endif()

# Compiled at -O2 in every preset, without our warnings and without sanitizers.
function(lanescope_third_party name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;INCLUDES;DEPS;DEFINES")
  add_library(${name} STATIC ${arg_SOURCES})
  target_include_directories(${name} SYSTEM PUBLIC ${arg_INCLUDES})
  target_compile_definitions(${name} PUBLIC ${arg_DEFINES})
  target_compile_options(${name} PRIVATE -w -O2)
  target_link_libraries(${name} PUBLIC ${arg_DEPS})
endfunction()

# lanescope_imgui_family(SUFFIX DEFINE...)
function(lanescope_imgui_family suffix)
  set(imgui "${external}/imgui/imgui")
  lanescope_third_party(third_party_imgui${suffix}
    SOURCES
      ${imgui}/imgui.cpp
      ${imgui}/imgui_demo.cpp  # empty stubs under IMGUI_DISABLE_DEMO_WINDOWS
      ${imgui}/imgui_draw.cpp
      ${imgui}/imgui_stacklayout.cpp
      ${imgui}/imgui_tables.cpp
      ${imgui}/imgui_widgets.cpp
      ${imgui}/backends/imgui_impl_glfw.cpp
      ${imgui}/backends/imgui_impl_opengl3.cpp
      ${imgui}/misc/cpp/imgui_stdlib.cpp
    INCLUDES ${imgui} ${imgui}/backends ${imgui}/misc/cpp
    DEPS glfw OpenGL::OpenGL ${CMAKE_DL_LIBS}
    DEFINES IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_DISABLE_DEMO_WINDOWS ${ARGN})
  lanescope_third_party(third_party_implot${suffix}
    SOURCES
      ${external}/implot/implot/implot.cpp
      ${external}/implot/implot/implot_items.cpp
    INCLUDES ${external}/implot/implot
    # The numbers that our plots are made of; ImPlot's own ten types take four minutes to compile.
    DEFINES "IMPLOT_CUSTOM_NUMERIC_TYPES=(double)"
    DEPS third_party_imgui${suffix})
  lanescope_third_party(third_party_texteditor${suffix}
    SOURCES
      ${external}/ImGuiColorTextEdit/ImGuiColorTextEdit/TextEditor.cpp
      ${external}/ImGuiColorTextEdit/ImGuiColorTextEdit/TextDiff.cpp
    INCLUDES ${external}/ImGuiColorTextEdit/ImGuiColorTextEdit
    DEPS third_party_imgui${suffix})
endfunction()

lanescope_imgui_family("")

add_library(third_party_pfd INTERFACE)
target_include_directories(third_party_pfd SYSTEM INTERFACE
  "${external}/portable_file_dialogs/portable_file_dialogs")

if(LANESCOPE_TESTS)
  set(engine "${external}/imgui_test_engine/imgui_test_engine")
  lanescope_imgui_family(_testable
    IMGUI_ENABLE_TEST_ENGINE
    IMGUI_TEST_ENGINE_ENABLE_COROUTINE_STDTHREAD_IMPL=1
    IMGUI_TEST_ENGINE_ENABLE_STD_FUNCTION=1)
  lanescope_third_party(third_party_imgui_test_engine
    SOURCES
      ${engine}/imgui_test_engine/imgui_capture_tool.cpp
      ${engine}/imgui_test_engine/imgui_te_context.cpp
      ${engine}/imgui_test_engine/imgui_te_coroutine.cpp
      ${engine}/imgui_test_engine/imgui_te_engine.cpp
      ${engine}/imgui_test_engine/imgui_te_exporters.cpp
      ${engine}/imgui_test_engine/imgui_te_perftool.cpp
      ${engine}/imgui_test_engine/imgui_te_ui.cpp
      ${engine}/imgui_test_engine/imgui_te_utils.cpp
    INCLUDES ${engine} ${engine}/imgui_test_engine
    DEPS third_party_imgui_testable Threads::Threads)
  target_link_libraries(third_party_imgui_testable INTERFACE third_party_imgui_test_engine)  # its hooks
endif()
